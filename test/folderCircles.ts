/** Circles of imports between the folders of a room and the files next to these folders. */
import * as z from "zod";

/** What dependency-cruiser, which checks the import rule, reports if it is called with `--output-type json`. */
export const cruised = z.object({
  modules: z.array(
    z.object({
      source: z.string(),
      dependencies: z.array(z.object({ resolved: z.string(), dependencyTypes: z.array(z.string()) })),
    }),
  ),
  summary: z.object({ violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })) }),
});

type Modules = z.output<typeof cruised>["modules"];

/**
 * Returns the place of a file: `client/forms` for `client/forms/codeLens.ts`. The place of `client/services.ts`, which
 * is in no folder of the room, is the file itself.
 */
const placeOf = (path: string): string => path.split("/").slice(0, 2).join("/");

/**
 * Returns the places of each circle, sorted. `types`: imports of types count as well. A room's door and
 * `client/extension.ts` are never part of a circle, because nothing next to them imports them.
 */
export function circlesIn(modules: Modules, { types }: { readonly types: boolean }): readonly (readonly string[])[] {
  const edges = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = placeOf(source);
    for (const { resolved, dependencyTypes } of dependencies) {
      const to = placeOf(resolved);
      const isWithin = to !== from && to.split("/")[0] === from.split("/")[0];
      if (isWithin && (types || !dependencyTypes.includes("type-only")))
        edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  const reached = new Map([...edges.keys()].map((from) => [from, reachedFrom(edges, from)]));
  const circles = new Map<string, readonly string[]>();
  for (const [place, others] of reached) {
    const circle = [...others].filter((other) => reached.get(other)?.has(place) === true).sort();
    if (circle.length > 0) circles.set(circle.join(" "), circle);
  }
  return [...circles.values()];
}

function reachedFrom(edges: ReadonlyMap<string, ReadonlySet<string>>, from: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [from];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop())
    for (const next of edges.get(place) ?? [])
      if (!reached.has(next)) {
        reached.add(next);
        waiting.push(next);
      }
  return reached;
}
