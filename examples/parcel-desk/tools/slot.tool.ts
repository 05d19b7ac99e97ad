import { defineTool } from "haft";
import { z } from "zod";

export default defineTool({
  name: "slot",
  description: 'Turn a wish such as "morning" into a delivery slot. Use when a receiver says when they are at home.',
  inputSchema: z.object({
    wish: z.enum(["morning", "noon", "evening"]),
    minutes: z.number().int().min(15).max(240).default(60),
  }),
  capabilities: [],
  approval: { required: false },
  readOnly: true,
  handler: ({ wish, minutes }) => {
    const start = { morning: 8, noon: 12, evening: 18 }[wish];
    return `${start}:00 to ${start + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  },
});
