/** An environment that this service does not have: the services have lists of their own, in the spelling of the list, and some have none. */
import type { OperationRequest, Unlisted } from "../requests/operationRequest.ts";
import { textOf } from "../requests/request.ts";
import type { OperationRule } from "./finding.ts";
import { markOf } from "./operationPlaces.ts";
import { quoted, removal } from "./requestObjects.ts";

export const requestEnvironment: OperationRule = {
  code: "request-environment",
  severity: "error",
  title: "An environment that the service does not have",
  looksAt: "operation",

  check({ read, mistakes }, report) {
    for (const { path: [first], node, message } of mistakes().values) {
      if (first !== "environment") continue;
      const name = textOf(node);
      report({ ...markOf(node), message: name === undefined ? message : `This service has no environment "${name}". ${message} The letter case counts.` });
    }
    for (const each of read.unlisted) {
      if (takesNoEnvironment(each, read)) report({ start: each.property.name.start, end: each.property.name.end, message: `This operation takes no "${each.property.name.text}": it is the same for all environments.` });
    }
  },

  fixes(finding, { read, mistakes }) {
    const surplus = read.unlisted.find(({ property }) => property.name.start === finding.start);
    if (surplus !== undefined) return [{ title: `Remove "${surplus.property.name.text}"`, edits: [removal(surplus.node, surplus.property)], preferred: true }];
    const wrong = mistakes().values.find(({ node }) => node.start === finding.start);
    const written = textOf(wrong?.node)?.toLowerCase();
    // No name is ever turned into another one: what is done in one environment is not what is done in the next.
    const same = (wrong?.shape?.enum ?? []).filter((each) => typeof each === "string" && each.toLowerCase() === written);
    return same.map((name) => ({ title: `Use ${quoted(String(name))}`, edits: [{ start: finding.start, end: finding.end, newText: quoted(String(name)) }], preferred: true }));
  },
};

/** An environment where the operation has none. */
export function takesNoEnvironment({ node, property }: Unlisted, { request }: OperationRequest): boolean {
  return node === request.root && (property.name.text === "environment" || property.name.text === "environmentGroup");
}
