/**
 * Records that something was started from the PDF of a panel, so that the journeys of both things lead to each other.
 */
import type { Session } from "../connections/session.ts";
import { TestForms } from "./testForms.ts";
import type { Host } from "../window/host.ts";
import { keepLink, thingOfPanel } from "./journeyLinks.ts";
import type { Thing } from "./journeyLinks.ts";

/**
 * `panel`: key of the PDF panel; undefined for a file of unknown origin. If the link cannot be kept, this is only
 * logged, so that the work itself does not fail.
 */
export async function noteLink(
  { extension: { globalState }, log }: Host,
  session: Pick<Session, "name" | "identity">,
  { panel, to }: { readonly panel: string | undefined; readonly to: Thing },
): Promise<void> {
  const from =
    panel === undefined ? undefined : thingOfPanel(panel, { session, forms: new TestForms(globalState).list() });
  if (from === undefined) return;
  try {
    await keepLink(globalState, { identity: session.identity, from, to, at: new Date().toISOString() });
  } catch (error) {
    log.warn(`It could not be noted that a ${to.kind} was started from a ${from.kind}: ${String(error)}`);
  }
}
