/** What VS Code keeps for an extension, for all windows or for one workspace, as far as models need it. */
export interface KeptState {
  get(key: string): unknown;
  /** Resolves when it is kept. */
  update(key: string, value: unknown): PromiseLike<void>;
}
