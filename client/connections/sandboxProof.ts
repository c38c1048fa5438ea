/**
 * Verifies that the program at the sandbox's address is the sandbox of this computer. After a sandbox ends, any program
 * may take its port, so the program there must prove that it knows the control secret before any secret is sent to it.
 * The proof is an HMAC of the program's address and a fresh random challenge.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Control } from "./sandboxControl.ts";

/**
 * `stranger`: a program answers without proof. `silent`: a program is there but did not answer in time, which can
 * happen to a busy sandbox too. `nobody`: nothing listens at the address.
 */
export type Proof = "proven" | "stranger" | "silent" | "nobody";

/** Seconds. */
export const longestProof = 3;

/** Rejects only if the proof could not be asked for at all. */
export async function proofOf({ controlUrl, controlSecret }: Control): Promise<Proof> {
  const challenge = randomBytes(32).toString("base64url");
  const { origin, pathname } = new URL(`${controlUrl}/proof`);
  const expected = createHmac("sha256", controlSecret).update(`${origin}\n${challenge}`).digest("base64url");
  // Loaded on demand: most windows start without a sandbox.
  const { Agent } = await import("undici");
  // Uses its own agent: the default one may use a proxy.
  const limit = longestProof * 1000;
  const agent = new Agent({ maxResponseSize: 4096, connectTimeout: limit, headersTimeout: limit, bodyTimeout: limit });
  let isAnswered = false;
  try {
    const { body } = await agent.request({
      origin,
      path: `${pathname}?challenge=${challenge}`,
      method: "GET",
      signal: AbortSignal.timeout(limit),
    });
    isAnswered = true;
    const answer: unknown = await body.json();
    const given = typeof answer === "object" && answer !== null && "proof" in answer ? answer.proof : undefined;
    return typeof given === "string" && same(given, expected) ? "proven" : "stranger";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // Every error that a program at the address can cause has a code, except the SyntaxError after an answer that is
    // not JSON.
    if (code === undefined && !(error instanceof SyntaxError)) throw error;
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
