// Which way a parcel goes.

/** A place on the map, in degrees. */
interface Place {
  /** North is positive. @minimum -90 @maximum 90 */
  latitude: number;
  /** East is positive. @minimum -180 @maximum 180 */
  longitude: number;
}

/** Great-circle distance in kilometres. */
function distance(a: Place, b: Place): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const h =
    Math.sin(rad(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * Math.sin(rad(b.longitude - a.longitude) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(h));
}

/**
 * Plan the way of a parcel.
 *
 * Use when somebody asks how far a parcel goes, or by what.
 *
 * @param from - Where it is.
 * @param to - Where it shall be.
 * @example
 * { "from": { "latitude": 59.9, "longitude": 10.7 }, "to": { "latitude": 52.5, "longitude": 13.4 } }
 */
export function route(from: Place, to: Place): { kilometres: number; by: "van" | "plane" } {
  const kilometres = Math.round(distance(from, to));
  return { kilometres, by: kilometres > 500 ? "plane" : "van" };
}
