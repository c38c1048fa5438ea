/**
 * Hostile workspaces, addresses, answers and files as data. `$evil` is replaced by the host and port of a server that
 * nobody signed in to, `$own` by the connection's own host and port.
 */

/** Settings of a workspace that would lead to another server if the client used them. */
export const hostileSettings: readonly (readonly [what: string, settings: Readonly<Record<string, unknown>>])[] = [
  [
    "the connection of the same name elsewhere",
    {
      "smartform.connections": [
        {
          name: "acme",
          clientId: "client",
          authUrl: "http://$evil",
          formsApiUrl: "http://$evil",
          formsAppUrl: "http://$evil",
        },
      ],
    },
  ],
  [
    "only its API elsewhere",
    {
      "smartform.connections": [
        {
          name: "acme",
          clientId: "client",
          authUrl: "http://$own",
          formsApiUrl: "http://$evil",
          formsAppUrl: "http://$own",
        },
      ],
    },
  ],
  [
    "only its sign-in elsewhere",
    {
      "smartform.connections": [
        {
          name: "acme",
          clientId: "client",
          authUrl: "http://$evil",
          formsApiUrl: "http://$own",
          formsAppUrl: "http://$own",
        },
      ],
    },
  ],
  [
    "only its audit API elsewhere",
    {
      "smartform.connections": [
        {
          name: "acme",
          clientId: "client",
          authUrl: "http://$own",
          formsApiUrl: "http://$own",
          formsAppUrl: "http://$own",
          auditApiUrl: "http://$evil",
          auditClientId: "audit",
        },
      ],
    },
  ],
  [
    "a connection more",
    {
      "smartform.connections": [
        {
          name: "test",
          clientId: "client",
          authUrl: "http://$evil",
          formsApiUrl: "http://$evil",
          formsAppUrl: "http://$evil",
        },
      ],
    },
  ],
  [
    "connections as an object",
    {
      "smartform.connections": {
        "0": {
          name: "acme",
          clientId: "client",
          authUrl: "http://$evil",
          formsApiUrl: "http://$evil",
          formsAppUrl: "http://$evil",
        },
        length: 1,
      },
    },
  ],
  ["no connections", { "smartform.connections": [] }],
  [
    "addresses beside the list",
    {
      "smartform.authUrl": "http://$evil",
      "smartform.formsApiUrl": "http://$evil",
      "smartform.url": "http://$evil",
      "smartform.baseUrl": "http://$evil",
      "smartform.host": "$evil",
    },
  ],
  [
    "hidden addresses",
    {
      "smartform.experimental.authUrl": "http://$evil",
      "smartform.debug.overrideUrl": "http://$evil",
      "smartform.internal.origin": "http://$evil",
      "smartform.endpoint": "http://$evil",
    },
  ],
  [
    "a current connection",
    { "smartform.currentConnection": "test", "smartform.connection": "test", "smartform.default": "test" },
  ],
  ["a secret", { "smartform.clientSecret": "stolen", "smartform.secret": "stolen", "smartform.token": "stolen" }],
  ["another client id", { "smartform.clientId": "other", "smartform.auditClientId": "other" }],
  ["a proxy", { "http.proxy": "http://$evil" }],
  ["a proxy with a sign-in", { "http.proxy": "http://user:pass@$evil", "http.proxyAuthorization": "Basic eDp5" }],
  [
    "a proxy that is asked for everything",
    {
      "http.proxy": "http://$evil",
      "http.proxySupport": "override",
      "http.noProxy": [],
      "http.proxyKerberosServicePrincipal": "evil",
    },
  ],
  [
    "a proxy without certificates",
    {
      "http.proxy": "http://$evil",
      "http.proxyStrictSSL": false,
      "http.systemCertificates": false,
      "http.useLocalProxyConfiguration": true,
    },
  ],
  [
    "a proxy of the extension",
    { "smartform.proxy": "http://$evil", "smartform.http.proxy": "http://$evil", "smartform.strictSSL": false },
  ],
  ["no time", { "smartform.timeout": 0.000001 }],
  [
    "a sandbox elsewhere",
    {
      "smartform.sandbox.url": "http://$evil",
      "smartform.sandbox.command": "curl http://$evil",
      "smartform.sandbox.port": 1,
    },
  ],
  [
    "a server elsewhere",
    { "smartform.server.path": "./evil.js", "smartform.server.runtime": "./evil", "smartform.nodePath": "./evil" },
  ],
  [
    "no questions",
    {
      "smartform.confirm": false,
      "smartform.ticket": "granted",
      "smartform.confirmations.enabled": false,
      "smartform.trustWorkspace": true,
    },
  ],
  ["no trust", { "security.workspace.trust.enabled": false, "security.workspace.trust.untrustedFiles": "open" }],
];

/** Ways to write the same settings. */
export const spellings: readonly (readonly [
  what: string,
  write: (settings: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
])[] = [
  ["dotted", (settings) => settings],
  ["nested", (settings) => merged(Object.entries(settings).map(([name, value]) => nest(name.split("."), value)))],
  [
    "half nested",
    (settings) =>
      merged(
        Object.entries(settings).map(([name, value]) => {
          const [first = "", ...rest] = name.split(".");
          return { [first]: { [rest.join(".")]: value } };
        }),
      ),
  ],
  [
    "for a language",
    (settings) => ({
      "[smartform-text]": settings,
      "[json][jsonc]": merged(Object.entries(settings).map(([name, value]) => nest(name.split("."), value))),
    }),
  ],
];

function nest([first = "", ...rest]: readonly string[], value: unknown): Readonly<Record<string, unknown>> {
  return { [first]: rest.length === 0 ? value : nest(rest, value) };
}

function merged(trees: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const tree of trees) {
    for (const [name, value] of Object.entries(tree)) {
      const before = all[name];
      all[name] = isTree(before) && isTree(value) ? merged([before, value]) : value;
    }
  }
  return all;
}

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Targets of a redirect. The service is `http://127.0.0.1:…`. */
export const redirects: readonly (readonly [what: string, location: string])[] = [
  ["another port", "http://$evil/stolen"],
  ["another name of this machine", "http://localhost:$evilPort/stolen"],
  ["its own name by another name, and its own port", "http://localhost:$ownPort/Integrations/ping"],
  ["no scheme", "//$evil/stolen"],
  ["backslashes", "\\\\$evil\\stolen"],
  ["a scheme without slashes", "http:$evil/stolen"],
  ["a scheme in capitals", "HTTP://$evil/stolen"],
  ["another scheme", "https://$evil/stolen"],
  ["a file", "file:///etc/passwd"],
  ["data", 'data:application/json,{"access_token":"stolen"}'],
  ["a sign-in before the host", "http://$own@$evil/stolen"],
  ["a host inside the fragment", "http://$evil#@$own/"],
  ["a host inside the query", "http://$evil?@$own/"],
  ["a number for the host", "http://2130706433:$evilPort/stolen"],
  ["a hexadecimal host", "http://0x7f.1:$evilPort/stolen"],
  ["an IPv6 host", "http://[::1]:$evilPort/stolen"],
  ["an IPv4 host in IPv6", "http://[::ffff:127.0.0.1]:$evilPort/stolen"],
  ["a dot at the end", "http://localhost.:$evilPort/stolen"],
  ["full-width digits", "http://１２７.0.0.1:$evilPort/stolen"],
  ["a space before", "  http://$evil/stolen"],
  ["the service itself", "/Integrations/ping"],
  ["nothing", ""],
];

export const redirectStatuses = [300, 301, 302, 303, 305, 307, 308] as const;

/**
 * Changed addresses of a connection, as somebody else could write or synchronise them. The secret was given for
 * `https://forms.acme.example/api`.
 */
export const lookAlikes: readonly (readonly [
  what: string,
  address: string,
  holds: "refused" | "no secret" | "the same",
])[] = [
  ["a port", "https://forms.acme.example:8443/api", "no secret"],
  ["a subdomain", "https://x.forms.acme.example/api", "no secret"],
  ["its parent", "https://acme.example/api", "no secret"],
  ["a longer name", "https://forms.acme.example.evil.example/api", "no secret"],
  ["a longer beginning", "https://evilforms.acme.example/api", "no secret"],
  ["a dash for a dot", "https://forms-acme.example/api", "no secret"],
  ["another ending", "https://forms.acme.exampl/api", "no secret"],
  ["a dot at the end", "https://forms.acme.example./api", "no secret"],
  ["a Cyrillic letter", "https://forms.аcme.example/api", "no secret"],
  ["a Greek letter", "https://fοrms.acme.example/api", "no secret"],
  ["a letter without a dot", "https://forms.acme.examplе/api", "no secret"],
  ["punycode", "https://xn--forms-acme.example/api", "no secret"],
  ["an encoded dot", "https://forms%2eevil.acme.example/api", "no secret"],
  ["an ideographic dot", "https://forms.acme.example。evil.example/api", "no secret"],
  ["a sign-in", "https://forms.acme.example@evil.example/api", "refused"],
  ["a sign-in with a password", "https://forms.acme.example:443@evil.example/api", "refused"],
  ["an empty sign-in, then another host", "https://forms.acme.example%40x:y@evil.example/", "refused"],
  ["a backslash", "https://evil.example\\@forms.acme.example/api", "no secret"],
  ["another host behind a backslash", "https:\\\\evil.example/forms.acme.example", "no secret"],
  ["a slash too few", "https:/evil.example/api", "no secret"],
  ["slashes too many", "https:////evil.example/api", "no secret"],
  ["a line's end in the host", "https://evil.exa\nmple/api", "no secret"],
  ["a query", "https://forms.acme.example/api?to=evil.example", "refused"],
  ["a fragment", "https://forms.acme.example/api#evil", "refused"],
  ["http", "http://forms.acme.example/api", "refused"],
  ["ftp", "ftp://forms.acme.example/api", "refused"],
  ["a web socket", "wss://forms.acme.example/api", "refused"],
  ["javascript", "javascript:alert(1)", "refused"],
  ["a file", "file://forms.acme.example/api", "refused"],
  ["no scheme", "//evil.example/api", "refused"],
  ["no address", "forms.acme.example", "refused"],
  ["nothing", "", "refused"],
  ["loopback's look-alike", "http://127.0.0.1.evil.example/api", "refused"],
  ["localhost's look-alike", "http://localhost.evil.example/api", "refused"],
  ["localhost as a sign-in", "http://localhost@evil.example/api", "refused"],
  ["this machine", "http://127.0.0.1:9/api", "no secret"],
  ["a hidden character in the host", "https://forms.ac\u200bme.example:444/api", "no secret"],
  ["another path", "https://forms.acme.example/v2", "the same"],
  ["a path that climbs", "https://forms.acme.example/api/../../evil", "the same"],
  ["capitals", "HTTPS://FORMS.ACME.EXAMPLE/api", "the same"],
  ["the port that https has", "https://forms.acme.example:443/api", "the same"],
  ["full-width letters, which are the same name", "https://ｆｏｒｍｓ.acme.example/api", "the same"],
];

/**
 * Contents of a workspace's `smartform.json`, and the connection that it names: one of the user's (`acme`), an unknown
 * one, or none.
 */
export const settingsFiles: readonly (readonly [what: string, content: string, named: "none" | "acme" | "unknown"])[] =
  [
    [
      "the user's connection with another address",
      '{ "connection": "acme", "authUrl": "http://$evil", "formsApiUrl": "http://$evil" }',
      "acme",
    ],
    [
      "the user's connection, defined again",
      '{ "connection": "acme", "connections": [{ "name": "acme", "authUrl": "http://$evil" }] }',
      "acme",
    ],
    ["a connection as an object", '{ "connection": { "name": "acme", "authUrl": "http://$evil" } }', "none"],
    ["a connection as a list", '{ "connection": ["acme"] }', "none"],
    ["twice", '{ "connection": "acme", "connection": "evil" }', "unknown"],
    ["in capitals", '{ "connection": "ACME" }', "unknown"],
    ["with a space", '{ "connection": "acme " }', "unknown"],
    ["with a Cyrillic letter", '{ "connection": "аcme" }', "unknown"],
    ["with a hidden character", '{ "connection": "ac\\u200bme" }', "unknown"],
    ["turned around", '{ "connection": "\\u202eemca" }', "unknown"],
    ["a prototype", '{ "connection": "__proto__" }', "unknown"],
    ["a constructor", '{ "connection": "constructor" }', "unknown"],
    ["in the prototype", '{ "__proto__": { "connection": "acme" } }', "none"],
    ["an address", '{ "connection": "http://$evil" }', "unknown"],
    ["a path", '{ "connection": "../acme" }', "unknown"],
    ["a command", '{ "connection": "[acme](command:smartform.connection.signIn)" }', "unknown"],
    ["the client of type Audit", '{ "connection": "acme (audit)" }', "unknown"],
    ["nothing", '{ "connection": "" }', "none"],
    ["a number", '{ "connection": 0 }', "none"],
    ["no JSON", "acme", "none"],
  ];

/** Environment variables that programs read. The connection must ignore them. */
export const variables: readonly (readonly [what: string, variables: Readonly<Record<string, string>>])[] = [
  [
    "the variables of the command line",
    {
      SMARTFORM_AUTH_URL: "http://$evil",
      SMARTFORM_FORMS_API_URL: "http://$evil",
      SMARTFORM_CLIENT_ID: "client",
      SMARTFORM_CLIENT_SECRET: "x",
    },
  ],
  [
    "addresses of other services",
    {
      SMARTFORM_AUDIT_API_URL: "http://$evil",
      SMARTFORM_SIGNING_API_URL: "http://$evil",
      SMARTFORM_FORMS_APP_URL: "http://$evil",
    },
  ],
  ["HTTPS_PROXY", { HTTPS_PROXY: "http://$evil", https_proxy: "http://$evil" }],
  ["HTTP_PROXY", { HTTP_PROXY: "http://$evil", http_proxy: "http://$evil" }],
  ["ALL_PROXY", { ALL_PROXY: "http://$evil", all_proxy: "http://$evil" }],
  ["NODE_USE_ENV_PROXY", { NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: "http://$evil", HTTP_PROXY: "http://$evil" }],
  ["GLOBAL_AGENT", { GLOBAL_AGENT_HTTP_PROXY: "http://$evil", GLOBAL_AGENT_HTTPS_PROXY: "http://$evil" }],
  ["npm's proxy", { npm_config_proxy: "http://$evil", npm_config_https_proxy: "http://$evil" }],
  ["NO_PROXY", { NO_PROXY: "*", no_proxy: "*" }],
  ["NODE_TLS_REJECT_UNAUTHORIZED", { NODE_TLS_REJECT_UNAUTHORIZED: "0" }],
];

/** Ids that try to be more than one segment of a path. */
export const hostileIds: readonly string[] = [
  "//$evil/x",
  "/\\$evil/x",
  "\\\\$evil\\x",
  "http://$evil/x",
  "https://$evil/x",
  "@$evil/x",
  ":@$evil",
  "..//$evil",
  "../../$evil",
  "..\\..\\$evil",
  "%2f%2f$evil",
  "%5c%5c$evil",
  "#@$evil",
  "?@$evil",
  "a/../../..//$evil",
  "\t//$evil",
  "\n//$evil",
  "\r\nHost: $evil",
  " //$evil",
  "．．／／$evil",
  "／／$evil",
  "a b",
  "a%",
  "%00",
  "\u202e$evil",
  "è",
  "a;b",
  "a&b=c",
  "[::1]:$evilPort",
  "javascript:x",
];
