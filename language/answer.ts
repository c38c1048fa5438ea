/** The three answers to "is it there?". Unknown means that the service did not say, and never becomes a finding. */

export type Answer<T> = Known<T> | Absent | Unknown;

interface Known<T> {
  readonly state: "known";
  readonly value: T;
}

/** The service said that it does not exist (or that this client cannot see it). */
interface Absent {
  readonly state: "absent";
}

/** Not loaded, not reachable or only half loaded: nothing follows from it. */
export interface Unknown {
  readonly state: "unknown";
}

export const absent: Absent = { state: "absent" };
export const unknown: Unknown = { state: "unknown" };

export function known<T>(value: T): Known<T> {
  return { state: "known", value };
}
