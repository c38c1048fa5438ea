/** Compares secrets in constant time. */
import { createHash, timingSafeEqual } from "node:crypto";

export function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(createHash("sha256").update(left).digest(), createHash("sha256").update(right).digest());
}
