type Gauge = {
  help: string
  read(): number | Promise<number>
  /** Of several processes: their sum, or one figure that all read alike. */
  together: 'sum' | 'max'
}

const kept = new Map<string, Gauge>()

/** A figure that a feature knows, for the metrics. One that fails to be read is left out. */
export const gauge = (
  name: string,
  help: string,
  read: Gauge['read'],
  together: Gauge['together'] = 'sum',
): void => void kept.set(name, { help, read, together })

export const gauges = (): ReadonlyMap<string, Gauge> => kept
