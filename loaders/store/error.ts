/** The store can not be used as asked: in use by another process, of a newer version, damaged, or a mix is refused. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}
