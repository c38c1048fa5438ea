/** Types of `pack.mjs`. */
export function pack(files: readonly string[], to: string, options?: { readonly fast?: boolean }): Promise<void>;
