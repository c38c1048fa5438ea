/**
 * Tests as data: a sequence of requests with their expected responses. `$name` is replaced with the value that an
 * earlier step kept under this name.
 */
import assert from "node:assert/strict";
import { textOf } from "./print/pdfTools.ts";
import { at, visit } from "./visit.ts";
import type { Call, Visit } from "./visit.ts";

export interface Step extends Call {
  /** Method and path; a path that begins with `control:` goes to the control API. */
  readonly do: string;
  /** Default 200. */
  readonly status?: number;
  /** Expected values at dotted paths of the response; `undefined` for a value that must be absent. */
  readonly at?: Readonly<Record<string, unknown>>;
  readonly has?: RegExp;
  /** Headers of the response. */
  readonly gives?: Readonly<Record<string, RegExp>>;
  readonly hasNot?: RegExp;
  /** The whole response must equal the response that an earlier step kept under this name. */
  readonly same?: string;
  /** What the PDF of the response must print; `pdfNot`: what it must not print. */
  readonly pdf?: RegExp;
  readonly pdfNot?: RegExp;
  /**
   * Values for later steps: the name of each, and its dotted path in the response. An empty path keeps the whole
   * response.
   */
  readonly keep?: Readonly<Record<string, string>>;
}

export type Story = readonly [title: string, ...steps: Step[]];

/** Declares one mocha test per story, each with a fresh demo company. */
export function tell(name: string, stories: readonly Story[]): void {
  describe(`sandbox: ${name}`, () => {
    let service: Visit;
    let moved = false;
    before(async () => {
      service = await visit();
    });
    beforeEach(async () => {
      await service.control("POST", "/reset", { seed: "demo" });
      if (!moved) return;
      // The previous story moved the sandbox's clock, so the token that it used is no longer valid. A new token is
      // fetched before the story begins, so that fetching it is not part of the story.
      service.forget();
      await service.bearer("standard");
      await service.control("POST", "/reset", { seed: "demo" });
    });
    after(() => service.close());
    for (const [title, ...steps] of stories) {
      it(title, () => {
        moved = steps.some(({ do: call }) => call.endsWith("control:/clock"));
        return walk(service, steps);
      });
    }
  });
}

export async function walk(service: Visit, steps: readonly Step[]): Promise<void> {
  const kept = new Map<string, unknown>(Object.entries(service.ready.demo.smartforms));
  const fill = (text: string) =>
    text.replace(/\$(\w+)/g, (whole, name: string) => (kept.has(name) ? String(kept.get(name)) : whole));
  for (const [index, step] of steps.entries()) {
    const [method = "", path = ""] = fill(step.do).split(/ (.*)/s);
    const body: unknown =
      step.body === undefined
        ? undefined
        : typeof step.body === "string"
          ? fill(step.body)
          : JSON.parse(fill(JSON.stringify(step.body)));
    const answer = path.startsWith("control:")
      ? await service.control(method, path.slice("control:".length), body)
      : await service.call(method, path, { ...step, body });
    // Moving the service's clock makes the token invalid.
    if (path === "control:/clock") service.forget();
    const where = `step ${index}, ${step.do}: ${answer.text.slice(0, 600)}`;
    assert.equal(answer.status, step.status ?? 200, where);
    for (const [place, expected] of Object.entries(step.at ?? {})) {
      assert.deepEqual(
        at(answer.json, place),
        typeof expected === "string" ? fill(expected) : expected,
        `${place} in ${where}`,
      );
    }
    for (const [name, value] of Object.entries(step.gives ?? {}))
      assert.match(answer.headers.get(name) ?? "", value, `${name} in ${where}`);
    if (step.has) assert.match(answer.text, step.has, where);
    if (step.hasNot) assert.doesNotMatch(answer.text, step.hasNot, where);
    if (step.same !== undefined) assert.equal(answer.text, kept.get(step.same), where);
    if (step.pdf || step.pdfNot) {
      assert.equal(answer.headers.get("content-type"), "application/pdf", where);
      const printed = textOf(answer.bytes);
      if (step.pdf) assert.match(printed, step.pdf, where);
      if (step.pdfNot) assert.doesNotMatch(printed, step.pdfNot, where);
    }
    for (const [name, place] of Object.entries(step.keep ?? {}))
      kept.set(name, place === "" ? answer.text : at(answer.json, place));
  }
}
