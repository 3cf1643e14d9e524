// For servers of Node alone; the package's own types want those of a framework.
declare module "compression" {
  import type {IncomingMessage, ServerResponse} from "node:http";

  type Filter = (request: IncomingMessage, response: ServerResponse) => boolean;
  interface Compression {
    (options?: {filter?: Filter}): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
    filter: Filter;
  }
  const compression: Compression;
  export default compression;
}
