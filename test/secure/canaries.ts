/**
 * Canaries: secrets and personal values that are planted wherever an input can hold one, and the places where each may
 * be found afterwards. `made` names the values that only the run creates (the client's secret, tokens, the editor's
 * address); the test adds these values.
 */

/**
 * Returns the marks of a run: one consists of letters, the other of digits. The letters stay recognizable after changes
 * of case and encoding. The marks are new in every run, so that leftovers of an earlier run do not count.
 */
export function newMarks(random: () => number = Math.random): { readonly letters: string; readonly digits: string } {
  const some = (alphabet: string, count: number): string =>
    Array.from({ length: count }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
  return { letters: `qz${some("bcdfghjkmnpqrstvwx", 11)}`, digits: `7${some("123456789", 8)}` };
}

/**
 * Patterns of places in which a value may be. Each canary has a list of names of these patterns. If the list is empty,
 * the canary's value must not occur anywhere.
 */
export const allowed = {
  /** The author's own files, and the copies that VS Code keeps of them as unsaved content and in its own history. */
  file: /^(workspace|profile\/data\/User\/(History|Backups)|browser\/.*Backups)\b/,
  /**
   * Words of the library: every version read or written is stored on this computer (docs/history.md), beside the
   * journal and the copy of the library.
   */
  library:
    /^(workspace|sandbox|profile\/data\/User\/globalStorage\/smartform\.smartform\/(history|journal|catalog|copies)\b|profile\/data\/User\/Backups|browser\/.*Backups)/,
  /** The service's own state, because the sandbox plays the service. */
  service: /^sandbox\//,
  /** VS Code's own trace of dialogs. A question names its subject, but not the people whom the call reaches. */
  dialog: /^dialogs$/,
  /** VS Code's own trace of findings. A finding names its file, and whom a request reaches. */
  finding: /^findings$/,
  secretStore: /^browser\/.*secret/i,
} as const;

export type Allowed = readonly (keyof typeof allowed)[];

/**
 * The name of a canary, its value, and where it may be. In the value, `#` stands for the mark of letters. If the value
 * has no `#`, `@` stands for the mark of digits.
 */
const planted: readonly (readonly [name: string, value: string, may: Allowed])[] = [
  ["a value of a form", "åsa-#", ["file", "service"]],
  ["a long value of a form", 'The pipe burst on "#" & flooded <everything>', ["file", "service"]],
  ["a value's mail address", "value.#@exempel.se", ["file", "service"]],
  ["a value in the data table", "Lind-#-data", ["file", "service"]],
  ["a personal number in the data table", "19810203-@", ["file", "service"]],
  ["a value of the form's metadata", "meta-#", ["file", "service"]],
  ["the form's private secret", "private+%#&secret", ["file"]],
  ["a party's first name", "Karin#", ["file", "service"]],
  ["a party's last name", "Öberg#", ["file", "service"]],
  ["a party's mail address", "party.#@exempel.se", ["file", "service"]],
  ["a party's phone", "+46@1", ["file", "service"]],
  ["a party's SSN", "@-22", ["file"]],
  ["a webhook's token", "https://hook.example/in?token=#", ["file", "service"]],
  ["a webhook's sign-in, which is refused", "https://user:pass-#@hook.example/in", ["file"]],
  ["a comment in a settings file", "comment-#", ["file"]],
  ["a form's jwt", "eyJhbGciOiJIUzI1NiJ9.#.sig", ["file"]],
  ["a PDF's password", "pdf-#-password", ["file"]],
  ["a signatory's first name", "Oskar#", ["file", "service", "finding"]],
  ["a signatory's last name", "Berg#", ["file", "service", "finding"]],
  ["a signatory's mail address", "signatory.#@exempel.se", ["file", "service", "finding"]],
  ["a signatory's personal number", "@33", ["file", "service"]],
  ["the name of a signing order", "Lease #", ["file", "service", "dialog"]],
  ["the message of a signing order", "Please sign, #", ["file", "service"]],
  ["the file of a signing order", "paper #", ["file", "service"]],
  ["the user of an editing session", "user-#", ["file", "service"]],
  ["a callback's user", "callback-#", ["file", "service"]],
  ["a callback's address", "https://callback.example/#", ["file", "service"]],
  ["a callback's password, typed", "SenderCallBack#Password", ["secretStore"]],
  [
    "data of an editing session",
    '<?xml version="1.0" encoding="utf-8"?><Data><Name>xml-#</Name></Data>',
    ["file", "service"],
  ],
  ["what is searched for in the store", "store-#", ["file"]],
  ["what is searched for in the archive", "archive-#", ["file"]],
  ["what is searched for in the audit log", "audit-#", ["file"]],
  ["a user in the audit log", "audit.user.#", ["service"]],
  ["a description in the audit log", "shut-#-down", ["service"]],
  ["a wrong secret, typed", "wrong+#/secret=", []],
  ["a secret of the client of type Audit, typed", "audit:#:secret", []],
  ["the body of an error", "the service says #", []],
  ["a header of an error", "header-#", []],
  ["a data sample", "sample-#", ["file"]],
  ["a variable file", "SMARTFORM_CLIENT_SECRET=dotenv-#", ["file"]],
  ["a letter", "Dear letter-#,", ["file"]],
  ["words of the library", "Words of the library, #.", ["library"]],
  ["words that were not saved", "Words that were refused, #.", ["library"]],
  ["what was searched for in the library", "needle-#", []],
  ["a path in the workspace", "folder-#", ["file", "finding"]],
];

export type Canaries = ReadonlyMap<string, { readonly value: string; readonly may: Allowed }>;

/**
 * Returns the canaries. Each value has a number of its own right after the mark, before the part of the value that may
 * be cut off.
 */
export function canaries({ letters, digits }: { readonly letters: string; readonly digits: string }): Canaries {
  return new Map(
    planted.map(([name, value, may], index) => {
      const number = `${letters}${"bcdfghjkmn"[Math.floor(index / 10)]}${"bcdfghjkmn"[index % 10]}zzz`;
      return [
        name,
        {
          value: value.includes("#")
            ? value.replaceAll("#", number)
            : value.replaceAll("@", `${digits}${10 + index}888`),
          may,
        },
      ];
    }),
  );
}

/** Values that the run creates, and where they may be. */
export const made: ReadonlyMap<string, Allowed> = new Map<string, Allowed>([
  ["the client's secret", ["secretStore"]],
  ["the sign-in as it is sent", []],
  ["a token", []],
  ["the address of a session's editor", ["service"]],
]);
