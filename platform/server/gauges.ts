type Gauge = { help: string; read(): number }

const kept = new Map<string, Gauge>()

/** A figure of this process that a feature knows, for the metrics. */
export const gauge = (name: string, help: string, read: () => number): void =>
  void kept.set(name, { help, read })

export const gauges = (): ReadonlyMap<string, Gauge> => kept
