/** An answer that is already serialized as JSON. */
export class JsonBytes {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** Returns the parsed JSON as a new object. */
  value(): unknown {
    return JSON.parse(this.bytes.toString())
  }
}
