// Writes the results: `results/latest.json`, the table in `README.md`, and a plot for each curve.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import type { Curve, Row, Table } from "./row.ts";

const folder = new URL(".", import.meta.url).pathname;

function machine(): string {
  const model = cpus()[0]?.model.replace(/\s+/g, " ").trim() ?? "unknown processor";
  return `${cpus().length} × ${model}, ${Math.round(totalmem() / 1024 ** 3)} GiB, ${process.platform} ${execFileSync("uname", ["-r"], { encoding: "utf8" }).trim()}, Node ${process.versions.node}`;
}

/** A curve on logarithmic axes, with the line of linear growth from its first point. */
function plot(title: string, curve: Curve): string {
  const width = 420;
  const height = 240;
  const xs = curve.points.map(([x]) => Math.log10(x));
  const ys = curve.points.map(([, y]) => Math.log10(Math.max(y, 1e-6)));
  const [x0 = 0, xn = 1] = [Math.min(...xs), Math.max(...xs)];
  const linear = (ys[0] ?? 0) + xn - x0;
  const [y0, yn] = [Math.min(...ys), Math.max(...ys, linear)];
  const px = (x: number): number => 50 + ((x - x0) / (xn - x0 || 1)) * (width - 80);
  const py = (y: number): number => height - 40 - ((y - y0) / (yn - y0 || 1)) * (height - 80);
  const line = xs.map((x, index) => `${px(x).toFixed(1)},${py(ys[index] ?? 0).toFixed(1)}`).join(" ");
  const dots = curve.points
    .map(([x, y], index) => {
      const at = `${px(xs[index] ?? 0).toFixed(1)}`;
      const up = py(ys[index] ?? 0);
      return `<circle cx="${at}" cy="${up.toFixed(1)}" r="3"/><text x="${at}" y="${(up - 8).toFixed(1)}" text-anchor="middle">${y}</text><text x="${at}" y="${height - 22}" text-anchor="middle">${x}</text>`;
    })
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">
<rect width="${width}" height="${height}" fill="white"/>
<text x="10" y="16" font-size="12">${title}</text>
<line x1="${px(x0)}" y1="${py(ys[0] ?? 0)}" x2="${px(xn)}" y2="${py(linear)}" stroke="#bbb" stroke-dasharray="4"/>
<polyline points="${line}" fill="none" stroke="#1f6feb" stroke-width="2"/>
<g fill="#1f6feb">${dots}</g>
<text x="${width - 10}" y="${height - 6}" text-anchor="end">${curve.x} → ${curve.y} (dashed: linear growth)</text>
</svg>
`;
}

const mark = (met: boolean | null): string => (met === null ? "" : met ? "met" : "**missed**");

function markdownTable({ title, head, lines }: Table): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [`${title}:`, "", line(head), line(head.map(() => "---")), ...lines.map(line), ""];
}

/** Writes everything. */
export function report(rows: readonly Row[]): void {
  mkdirSync(`${folder}results`, { recursive: true });
  const at = new Date().toISOString().slice(0, 10);
  writeFileSync(`${folder}results/latest.json`, `${JSON.stringify({ at, machine: machine(), rows }, null, 2)}\n`);
  const table = rows.map((row) => `| ${row.what} | ${row.against} | ${row.goal} | ${row.reached} | ${mark(row.met)} |`);
  const plots = rows.flatMap((row, index) => {
    if (row.curve === undefined) return [];
    const file = `results/curve-${index + 1}.svg`;
    writeFileSync(`${folder}${file}`, plot(row.what, row.curve));
    return [`![${row.what}](${file})`];
  });
  const tables = rows.flatMap((row) => (row.table === undefined ? [] : markdownTable(row.table)));
  const results = [
    "| what | against | goal | reached | |",
    "|---|---|---|---|---|",
    ...table,
    "",
    ...tables,
    ...plots,
  ].join("\n");
  const readme = readFileSync(`${folder}README.md`, "utf8");
  const [head = ""] = readme.split("<!-- results -->");
  writeFileSync(`${folder}README.md`, `${head}<!-- results -->\n\n${at}, on ${machine()}.\n\n${results}\n`);
}
