// Types for plain Node servers: the package's own types need a web framework.
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
