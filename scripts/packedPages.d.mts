/** Types of `packedPages.mjs`. */
export declare function packedPage(path: string, markdown: string, packed: ReadonlySet<string>): string;
