// Types of the parts of Observable Framework that we call or patch: the package has none. The version is pinned.
declare module "@observablehq/framework/dist/loader.js" {
  import type {Page} from "@observablehq/framework/dist/markdown.js";

  export class LoaderResolver {
    readonly root: string;
    constructor(options: {root: string; interpreters?: Readonly<Record<string, readonly string[]>>});
    find(path: string): Loader | undefined;
    getOutputFilePath(path: string): string;
    getSourceFilePath(path: string): string;
    findPagePaths(): Iterable<string>;
    getSourceFileHash(name: string): string;
    getModuleHash(path: string): string;
    resolveImportPath(path: string): string;
    watchFiles(path: string, names: Iterable<string>, callback: (name: string) => void): Promise<{close(): void}>;
    loadPage(path: string, options: {readonly preview?: boolean}, effects?: object): Promise<Page>;
  }

  /** A file as it is, or (with `targetPath`) one that a program makes; `load` gives its path under the root. */
  export interface Loader {
    readonly root: string;
    readonly path: string;
    readonly params?: Readonly<Record<string, string>>;
    targetPath?: string;
    command?: string;
    args?: string[];
    load(options?: {useStale?: boolean}, effects?: object): Promise<string>;
    exec?(output: import("node:fs").WriteStream): Promise<void>;
  }
}

declare module "@observablehq/framework/dist/preview.js" {
  export class PreviewServer {
    static start(options: {readonly hostname: string}): Promise<PreviewServer>;
    readonly server: import("node:http").Server;
    _readConfig(): Promise<object>;
  }
}

declare module "@observablehq/framework/dist/markdown.js" {
  /** A page as Framework parsed it; `path` is its source, `data` its front matter. */
  export interface Page {
    readonly path: string;
    readonly body: string;
    readonly head: string | null;
    readonly params?: Readonly<Record<string, string>>;
    readonly data: {readonly draft?: boolean; readonly sql?: Readonly<Record<string, string>>; readonly style?: string};
    readonly code: readonly {readonly id: string; readonly mode: string; readonly node: CodeNode}[];
  }

  /** A piece of Markdown; `map` has its first line, and the one after its last. */
  export interface Token {
    readonly type: string;
    readonly level: number;
    readonly nesting: number;
    readonly info: string;
    content: string;
    readonly map: readonly [number, number] | null;
  }

  export interface MarkdownIt {
    parse(source: string, env: object): Token[];
    render(source: string, env: object): string;
    readonly renderer: {readonly rules: Record<string, ((...args: unknown[]) => string) | undefined>};
    readonly core: {readonly ruler: Ruler};
  }

  interface Ruler {
    after(name: string, own: string, rule: (state: {tokens: Token[]; readonly Token: NewToken}) => void): void;
    enableOnly(names: readonly string[]): void;
  }

  type NewToken = new (type: string, tag: string, nesting: number) => Token;

  export function createMarkdownIt(options?: {markdownIt?: (md: MarkdownIt) => MarkdownIt}): MarkdownIt;
  export function parseMarkdownMetadata(
    source: string,
    options: {md: object; path: string}
  ): {data: {readonly draft?: boolean}; title: string | null};
  export function parseMarkdown(source: string, options: {md: object; path: string}): Page;

  /** A block or an inline expression; offsets count in `input`. */
  export interface CodeNode {
    readonly input: string;
    readonly body?: {readonly body?: import("@observablehq/framework/dist/javascript/parse.js").Statement[] | object};
    readonly declarations: readonly {readonly name: string}[] | null;
    readonly references: readonly {readonly name: string; readonly start: number}[];
    readonly files: readonly {readonly name: string; readonly method?: string}[];
    readonly imports: readonly {readonly name: string}[];
  }
}

declare module "@observablehq/framework/dist/libraries.js" {
  export function getImplicitInputImports(names: Iterable<string>): Set<string>;
  export function getImplicitFileImports(methods: Iterable<string>): Set<string>;
}

declare module "@observablehq/framework/dist/javascript/globals.js" {
  export const defaultGlobals: ReadonlySet<string>;
}

declare module "@observablehq/framework/dist/javascript/module.js" {
  /** The file of a module at a path under the root, such as `a/b.ts` for `/a/b.js`. */
  export function findModule(root: string, path: string): {readonly path: string} | undefined;
  export function readJavaScriptSync(path: string): string;

  export function getModuleInfo(root: string, path: string): Readonly<Record<InfoKind, Set<string>>> | undefined;

  type InfoKind = "files" | `${"local" | "global"}${"Static" | "Dynamic"}Imports`;
}

declare module "@observablehq/framework/dist/javascript/parse.js" {
  type Named = {readonly name: string};
  export interface Import {
    readonly type: "ImportDeclaration";
    readonly start: number;
    readonly source: {readonly value: string};
    readonly specifiers: readonly {readonly imported?: Named; readonly local: Named; readonly start: number}[];
  }

  export type Statement =
    | Import
    | {readonly type: "ExportDefaultDeclaration"}
    | {
        readonly type: "ExportAllDeclaration";
        readonly exported: Named | null;
        readonly source: {readonly value: string};
      }
    | {
        readonly type: "ExportNamedDeclaration";
        readonly specifiers: readonly {readonly exported: Named}[];
        readonly declaration: {
          readonly id?: Named;
          readonly declarations?: readonly {readonly id: Partial<Named>}[];
        } | null;
      };

  export function parseJavaScript(
    input: string,
    options: {path: string; inline?: boolean; params?: Readonly<Record<string, string>>}
  ): import("@observablehq/framework/dist/markdown.js").CodeNode;
  export function parseProgram(source: string): {readonly body: Statement[]};
}

declare module "@observablehq/framework/dist/node.js" {
  /** The path, under the cache in `root`, of an installed package's module, which is bundled if it is not there. */
  export function resolveNodeImport(root: string, specifier: string): Promise<string>;
  export function isNodeBuiltin(specifier: string): boolean;
}

declare module "@observablehq/framework/dist/html.js" {
  export function findAssets(html: string, path: string): Readonly<Record<"files" | "localImports", Set<string>>>;
}

declare module "@observablehq/framework/dist/path.js" {
  /** The path of `target` as the file at `source` names it, and the opposite. */
  export function relativePath(source: string, target: string): string;
  export function resolvePath(source: string, target: string): string;
}

declare module "@observablehq/framework/dist/error.js" {
  export class CliError extends Error {
    constructor(message: string, options?: {print?: boolean});
  }
}

declare module "@observablehq/framework/dist/frontMatter.js" {
  export function readFrontMatter(source: string): {readonly content: string};
}

declare module "@observablehq/framework/dist/route.js" {
  export function route(root: string, path: string, extensions: readonly string[]): {readonly path: string} | undefined;
}
