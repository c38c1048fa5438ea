/** Types of `notices.mjs` for type-checked sources. */
interface Licence {
  readonly license?: { readonly id?: string; readonly name?: string; readonly text?: { readonly content: string } };
  readonly expression?: string;
}

export interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly author?: string;
  readonly licenses?: readonly Licence[];
  readonly evidence?: { readonly licenses?: readonly Licence[] };
}

/** Throws if the licence of a component is unknown. */
export declare function noticesOf(bom: { readonly components: readonly Component[] }): string;
