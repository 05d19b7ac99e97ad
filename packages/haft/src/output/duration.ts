// Spans of time as people read them.

/** For example `3 ms`, `1.2 s`, `2 min 5 s`, `3 h 4 min`, `6 d 2 h`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return twoUnits(whole, 60, "min", 1, "s");
  if (whole < 86_400) return twoUnits(whole, 3600, "h", 60, "min");
  return twoUnits(whole, 86_400, "d", 3600, "h");
}

function twoUnits(seconds: number, large: number, largeName: string, small: number, smallName: string): string {
  const first = Math.floor(seconds / large);
  const second = Math.floor((seconds % large) / small);
  return second === 0 ? `${first} ${largeName}` : `${first} ${largeName} ${second} ${smallName}`;
}
