/** The part of VS Code's memento that models need. The memento is for all windows or for one workspace. */
export interface KeptState {
  get(key: string): unknown;
  /** Resolves once the value is kept. */
  update(key: string, value: unknown): PromiseLike<void>;
}
