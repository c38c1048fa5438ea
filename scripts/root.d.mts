/** Types of root.mjs. */
export declare const root: string;
