/** Builds the one URL that a call may use, from a connection, an operation and its ids. */
import * as l10n from "@vscode/l10n";
import { documentsEnvironments, environmentIn, environments } from "../connection.ts";
import type { Connection } from "../connection.ts";
import { operations } from "../operations.ts";
import type { EnvironmentPlace, Operation, Service } from "../operation.ts";
type Result =
  | { readonly url: URL }
  | {
      readonly problem: {
        readonly code: "not-configured" | "origin-refused" | "invalid-request";
        readonly happened: string;
      };
    };

const fieldOfService = {
  auth: "authUrl",
  forms: "formsApiUrl",
  audit: "auditApiUrl",
  statistics: "statisticsApiUrl",
  signing: "signingApiUrl",
  archive: "archiveApiUrl",
  documents: "documentsApiUrl",
} as const satisfies Record<Service, keyof Connection>;

/**
 * Returns the base address of a service. The secret goes to `auth`, and the token to the other services. The address of
 * `auth` and the service's address must both be on this machine, or both elsewhere.
 */
export function baseOf(connection: Connection, service: Service): Result {
  const address = connection[fieldOfService[service]];
  if (address === undefined || !URL.canParse(address))
    return {
      problem: {
        code: "not-configured",
        happened: l10n.t("the connection's {0} is missing or not an address", fieldOfService[service]),
      },
    };
  const url = new URL(address);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return {
      problem: {
        code: "origin-refused",
        happened: l10n.t(
          "the connection's {0} contains a user name, a password, a query or a fragment",
          fieldOfService[service],
        ),
      },
    };
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url))) {
    return { problem: { code: "origin-refused", happened: l10n.t("addresses outside this computer must use https") } };
  }
  if (service !== "auth") {
    const auth = baseOf(connection, "auth");
    if ("problem" in auth) return auth;
    if (isLoopback(auth.url) !== isLoopback(url))
      return {
        problem: {
          code: "origin-refused",
          happened: l10n.t(
            "the addresses of the sign-in and of the service must both be on this computer, or both elsewhere",
          ),
        },
      };
  }
  return { url };
}

/** Returns host and port of a call; undefined if the connection has no usable address for its service. */
export function hostOf(connection: Connection, service: Service): string | undefined {
  const base = baseOf(connection, service);
  return "url" in base ? base.url.host : undefined;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

export interface Whereabouts {
  readonly environment?: string;
  /** Document editor only: the last segment of the path. */
  readonly environmentGroup?: string;
  readonly path?: Readonly<Record<string, string>>;
  /** A list becomes one parameter per value. */
  readonly query?: Readonly<Record<string, unknown>>;
}

/** Builds the URL of a call. An id is always exactly one segment, and never a fixed word of another call's path. */
export function urlOf(
  connection: Connection,
  row: Operation,
  { environment, environmentGroup, path = {}, query = {} }: Whereabouts,
): Result {
  const base = baseOf(connection, row.service);
  if ("problem" in base) return base;
  const written = row.environment === "optional-prefix" ? (environmentIn(environment) ?? environment) : environment;
  const misplaced = environmentProblem(row.environment, written);
  if (misplaced !== undefined) return invalid(misplaced);
  if (
    environmentGroup !== undefined &&
    (row.environment !== "prefix" ||
      environmentGroup === "" ||
      /^\.{1,2}$/.test(environmentGroup) ||
      !environmentGroup.isWellFormed())
  ) {
    return invalid(
      row.environment === "prefix"
        ? l10n.t('the environment group cannot be empty, "." or "..", or contain a broken character')
        : l10n.t("this call takes no environment group"),
    );
  }
  const segments = row.path.slice(1).split("/");
  const names = segments.flatMap((segment) => placeholderName(segment) ?? []);
  const surplus = Object.keys(path).find((name) => !names.includes(name));
  if (surplus !== undefined) return invalid(l10n.t("the path has no {0}", surplus));
  for (const [index, segment] of segments.entries()) {
    const name = placeholderName(segment);
    if (name === undefined) continue;
    const value = Object.hasOwn(path, name) ? path[name] : undefined;
    if (typeof value !== "string" || value === "" || value === "." || value === ".." || !value.isWellFormed())
      return invalid(l10n.t('{0} cannot be empty, "." or "..", or contain a broken character', name));
    if (fixedWords(row, segments, index).has(value.toLowerCase()))
      return invalid(l10n.t('{0} cannot be "{1}", because the address would be that of another call', name, value));
    segments[index] = encodeURIComponent(value);
  }
  if (environmentGroup !== undefined && leadsElsewhere(row, [...segments, environmentGroup])) {
    return invalid(
      l10n.t(
        'an environment group called "{0}" cannot be used here, because the address would be that of another call',
        environmentGroup,
      ),
    );
  }
  const before = row.environment === "behind-first" ? 1 : 0;
  if (written !== undefined) segments.splice(before, 0, written);
  if (environmentGroup !== undefined) segments.push(encodeURIComponent(environmentGroup));
  const pathname = [base.url.pathname.replace(/\/$/, ""), ...segments].join("/");
  const url = new URL(base.url.origin + pathname);
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined) url.searchParams.append(name, String(each));
  // The last check before a credential is sent: whatever the ids contain, the URL must have the connection's own origin
  // and the path that was built from the table.
  if (url.origin !== base.url.origin || url.pathname !== pathname)
    return { problem: { code: "origin-refused", happened: l10n.t("the resulting address does not match this call") } };
  return { url };
}

/**
 * Returns why the environment is refused; undefined if it is accepted. The environment must be spelled as in the list:
 * the archive reads `test` as Development, and how the document service reads it is not documented.
 */
function environmentProblem(place: EnvironmentPlace, environment: string | undefined): string | undefined {
  const known: readonly string[] = place === "prefix" ? documentsEnvironments : environments;
  if (place === "none") return environment === undefined ? undefined : l10n.t("this call takes no environment");
  if (environment === undefined)
    return place === "optional-prefix"
      ? undefined
      : l10n.t("the environment is missing: choose one of {0}", known.join(", "));
  return known.includes(environment) ? undefined : l10n.t("the environment is not one of {0}", known.join(", "));
}

function invalid(happened: string): Result {
  return { problem: { code: "invalid-request", happened } };
}

function placeholderName(segment: string): string | undefined {
  return segment.startsWith("{") ? segment.slice(1, -1) : undefined;
}

/**
 * Whether the segments are the path of another call of the service: for example, an environment group after `/status`
 * would be read as the id of a session.
 */
function leadsElsewhere(row: Operation, segments: readonly string[]): boolean {
  return Object.values<Operation>(operations).some((other) => {
    const theirs = other.path.slice(1).split("/");
    return (
      other.service === row.service &&
      other.method === row.method &&
      theirs.length === segments.length &&
      theirs.every(
        (their, at) => placeholderName(their) !== undefined || their.toLowerCase() === segments[at]?.toLowerCase(),
      )
    );
  });
}

/**
 * Returns, in lower case, the fixed words that other paths have in the position of this id, such as `active` or `bulk`.
 * Only paths that fit the earlier segments count.
 */
function fixedWords(row: Operation, segments: readonly string[], index: number): ReadonlySet<string> {
  const words = new Set<string>();
  for (const other of Object.values<Operation>(operations)) {
    if (other.service !== row.service) continue;
    const theirs = other.path.slice(1).split("/");
    const word = theirs[index];
    if (word === undefined || placeholderName(word) !== undefined) continue;
    const meets = theirs
      .slice(0, index)
      .every(
        (their, at) =>
          placeholderName(their) !== undefined || their.toLowerCase() === (segments[at] ?? "").toLowerCase(),
      );
    if (meets) words.add(word.toLowerCase());
  }
  return words;
}
