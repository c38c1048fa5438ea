/** Types of packedReadme.mjs. */
export declare function packedReadme(readme: string): string;
