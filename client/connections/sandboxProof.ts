/**
 * Whether it is the sandbox of this computer that answers at its address. A sandbox that ended leaves its port to
 * anybody, so that it proves that it knows the control secret before it gets one: by a code over a number that was
 * never asked before, and over its own address.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Control } from "./sandboxControl.ts";

/**
 * `stranger`: somebody answers who did not prove it. `silent`: somebody is there and did not answer in time, which a
 * busy sandbox does as well. `nobody`: there is no one at the address who could be given anything.
 */
export type Proof = "proven" | "stranger" | "silent" | "nobody";

/** Seconds. */
export const longestProof = 3;

export async function proofOf({ controlUrl, controlSecret }: Control): Promise<Proof> {
  const challenge = randomBytes(32).toString("base64url");
  const expected = createHmac("sha256", controlSecret)
    .update(`${new URL(controlUrl).origin}\n${challenge}`)
    .digest("base64url");
  // Loaded when it is needed: most windows start without a sandbox.
  const { Agent, request } = await import("undici");
  // An agent of its own: the usual one may lead to a proxy.
  const limit = longestProof * 1000;
  const agent = new Agent({ maxResponseSize: 4096, connectTimeout: limit, headersTimeout: limit, bodyTimeout: limit });
  let isAnswered = false;
  try {
    const { body } = await request(`${controlUrl}/proof?challenge=${challenge}`, {
      dispatcher: agent,
      signal: AbortSignal.timeout(limit),
    });
    isAnswered = true;
    const answer: unknown = await body.json();
    const given = typeof answer === "object" && answer !== null && "proof" in answer ? String(answer.proof) : "";
    return same(given, expected) ? "proven" : "stranger";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ECONNREFUSED") return "nobody";
    const isLate =
      (error instanceof Error && error.name === "TimeoutError") ||
      code === "UND_ERR_HEADERS_TIMEOUT" ||
      code === "UND_ERR_CONNECT_TIMEOUT";
    return isLate && !isAnswered ? "silent" : "stranger";
  } finally {
    await agent.destroy();
  }
}

function same(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
