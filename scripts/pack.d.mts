/** Types of `pack.mjs`. */
export function pack(
  groups: readonly (readonly (readonly [name: string, content: Uint8Array])[])[],
  to: string,
  options?: { readonly fast?: boolean },
): Promise<void>;
