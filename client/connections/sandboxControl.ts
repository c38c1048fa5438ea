/** How the sandbox's control API is reached. */

/** The part of the sandbox's ready line that the control API needs. */
export interface Control {
  readonly controlUrl: string;
  readonly controlSecret: string;
}
