/** What `notices.mjs` offers to sources that are checked. */
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

/** Throws where nothing says under which licence a component is. */
export declare function noticesOf(bom: { readonly components: readonly Component[] }): string;
