/**
 * Finds what is not JSON in a request file of any kind, and objects that have two properties of the same name. Readers
 * of JSON use the last of the two.
 */
import * as l10n from "../l10n.ts";
import type { JsonNode, JsonObjectNode } from "../requests/json.ts";
import type { Request } from "../requests/request.ts";
import type { Finding, Fix, Report } from "./finding.ts";
import { removal } from "./requestObjects.ts";

interface Scope {
  readonly request: Request;
}

export const jsonSyntax = {
  check({ request }: Scope, report: Report): void {
    for (const [index, { start, end, message }] of request.problems.entries())
      report({ start, end, message, data: index });
    for (const object of objectsOf(request)) {
      const first = new Map<string, JsonObjectNode["properties"][number]>();
      for (const property of object.properties) {
        const before = first.get(property.name.text);
        if (before === undefined) first.set(property.name.text, property);
        else
          report({
            start: property.name.start,
            end: property.name.end,
            message: l10n.t(
              'This object has "{0}" twice, and only the last one counts. Keep one of them.',
              property.name.text,
            ),
            related: [
              {
                textId: null,
                language: null,
                start: before.name.start,
                end: before.name.end,
                message: l10n.t("The first occurrence"),
              },
            ],
          });
      }
    }
  },

  fixes(finding: Finding, { request }: Scope): readonly Fix[] {
    const repair = typeof finding.data === "number" ? request.problems[finding.data]?.repair : undefined;
    if (repair !== undefined)
      return [
        {
          title: repair.title,
          edits: [{ start: repair.start, end: repair.end, newText: repair.newText }],
          preferred: true,
        },
      ];
    if (request.problems.length > 0) return [];
    for (const object of objectsOf(request)) {
      const twice = object.properties.find(({ name }) => name.start === finding.start);
      const first = twice && object.properties.find(({ name }) => name.text === twice.name.text);
      if (first && first !== twice)
        return [
          {
            title: l10n.t("Remove the first occurrence, which does not count"),
            edits: [removal(object, first)],
            preferred: false,
          },
        ];
    }
    return [];
  },
};

function* objectsOf(request: Request): Generator<JsonObjectNode, void, undefined> {
  const open: JsonNode[] = request.root === null ? [] : [request.root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === "list") for (const item of node.items) open.push(item);
    if (node.kind !== "object") continue;
    yield node;
    for (const { value } of node.properties) if (value !== null) open.push(value);
  }
}
