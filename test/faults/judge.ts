/** The judge reports what is wrong with the end of a call, whatever the fault was. */
import { isApiError } from "../../api/index.ts";
import type { ApiError } from "../../api/index.ts";
import { mayBe204, mayBeEmpty } from "./kinds.ts";
import type { Kind, Row } from "./kinds.ts";

/** The outcome of a call. */
export interface Ended {
  /** `hangs`: the call was still running long after every time-out had passed. */
  readonly end: { readonly answer: unknown } | { readonly error: unknown } | "hangs";
  /** How the call would end without the fault; undefined if the sandbox gave no answer. */
  readonly truth: { readonly answer: unknown } | { readonly error: unknown } | undefined;
  /** The time on the caller's clock at which each request arrived, in milliseconds. */
  readonly came: readonly number[];
  /** How many times the sandbox carried out the operation since the call began, according to its own ledger. */
  readonly effects: number;
  /** How many requests carried a credential other than the client's own token. */
  readonly strangeBearers: number;
}

/** Returns complaints in words; empty if all is well. */
export function judge(
  kind: Pick<Kind, "id" | "expect" | "doubled" | "retryAfter">,
  row: Row,
  { end, truth, came, effects, strangeBearers }: Ended,
): readonly string[] {
  const expected = kind.expect(row);
  const wrong: string[] = [];
  if (end === "hangs") return ["it hangs"];
  if (!row.isRead && effects > (kind.doubled ? 2 : 1)) wrong.push(`it took effect ${effects} times`);
  if (strangeBearers > 0) wrong.push("it showed a credential that is not its own");
  if (expected.orFewer ? came.length > expected.sent : came.length !== expected.sent)
    wrong.push(`${came.length} requests were sent, not ${expected.sent}`);
  for (const [index, at] of came.entries()) {
    const before = came[index - 1];
    if (kind.retryAfter !== undefined && before !== undefined && at - before < kind.retryAfter * 1000)
      wrong.push(`it came again after ${at - before} ms, though asked to wait ${kind.retryAfter} s`);
  }
  if (truth !== undefined && "error" in truth) {
    if (
      expected.ends === "right" &&
      "error" in end &&
      isApiError(truth.error) &&
      isApiError(end.error) &&
      end.error.code === truth.error.code &&
      end.error.outcome === truth.error.outcome
    )
      return wrong;
    if ("answer" in end) return [...wrong, `it answers ${shown(end.answer)} where there is none`];
  }
  if ("error" in end) return [...wrong, ...judgeError(end.error, row, { ...expected, effects })];
  if (!row.isRead && effects === 0) wrong.push("it claims a success that never was");
  if (expected.ends === "fails") wrong.push(`it answers ${shown(end.answer)} where it should fail`);
  if (
    (expected.ends === "right" || expected.ends === "either" || expected.ends === "told") &&
    (truth === undefined || "error" in truth || shown(truth.answer) !== shown(end.answer))
  )
    wrong.push(
      `it answers ${shown(end.answer)} and not ${truth === undefined || "error" in truth ? "a failure" : shown(truth.answer)}`,
    );
  if (
    expected.ends === "nothing" &&
    !(meansNothing(end.answer) && (kind.id === "204" ? mayBe204(row.id) : mayBeEmpty.includes(row.id)))
  )
    wrong.push(`it takes no answer for ${shown(end.answer)}`);
  return wrong;
}

function judgeError(
  error: unknown,
  row: Row,
  { ends, codes, certain, effects }: ReturnType<Kind["expect"]> & { readonly effects: number },
): readonly string[] {
  if (!isApiError(error)) return [`it ends with ${error instanceof Error ? error.stack : String(error)}`];
  const wrong: string[] = [];
  if (ends === "right") wrong.push(`it fails: ${told(error)}`);
  else if (!codes.includes(error.code)) wrong.push(`${told(error)}, not ${codes.join(" or ")}`);
  if (error.outcome === "none" && !row.isRead && effects > 0)
    wrong.push(`it says that nothing happened, but it did: ${told(error)}`);
  if (error.outcome === "done" && (row.isRead || effects === 0))
    wrong.push(`it says that it took effect, but it did not: ${told(error)}`);
  if (error.outcome !== "none" && (row.isRead || certain))
    wrong.push(`it is known that nothing happened, and it says ${error.outcome}: ${told(error)}`);
  if (error.outcome === "none" && !row.isRead && !certain && ends !== "right" && ends !== "told")
    wrong.push(`it says that nothing happened, which it cannot know: ${told(error)}`);
  if (error.outcome !== "none" && /\bagain\b/i.test(error.message.replace("Check before you do it again", "")))
    wrong.push(`it says to do again what may have happened: ${error.message}`);
  if (!/^Could not .+ on .+: .+/.test(error.message)) wrong.push(`it does not say what happened: ${error.message}`);
  return wrong;
}

function told({ code, outcome, operation, message }: ApiError): string {
  return `${code}, ${outcome} (${operation}: ${message})`;
}

function meansNothing(answer: unknown): boolean {
  return answer === null || answer === "";
}

/**
 * Formats an answer on one line, for comparisons and messages. Leaves out the fields that the fault
 * `more than documented` adds, and the stated type of a file.
 */
function shown(answer: unknown): string {
  const text =
    JSON.stringify(answer, (name, value: unknown) =>
      ["aFieldOfTomorrow", "__proto__", "constructor", "contentType"].includes(name)
        ? undefined
        : value instanceof Uint8Array
          ? Buffer.from(value).toString("base64")
          : value,
    ) ?? "no answer";
  return text.length > 300 ? `${text.slice(0, 100)}…${text.length} characters, ${hash(text)}` : text;
}

function hash(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return sum;
}
