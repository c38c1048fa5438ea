/** The part of VS Code's memento, for all windows or for one workspace, that models need. */
export interface KeptState {
  get(key: string): unknown;
  /** Resolves once the value is kept. */
  update(key: string, value: unknown): PromiseLike<void>;
}
