type Gauge = {
  help: string
  read(): number | Promise<number>
  /** How the values of several processes are combined: 'max' if all processes read the same value, otherwise 'sum'. */
  aggregation: 'sum' | 'max'
}

const kept = new Map<string, Gauge>()

/** Registers a feature's gauge for the metrics. If `read` fails, the gauge has no value and the error is logged. */
export const registerGauge = (
  name: string,
  help: string,
  read: Gauge['read'],
  aggregation: Gauge['aggregation'] = 'sum',
): void => void kept.set(name, { help, read, aggregation })

export const gauges = (): ReadonlyMap<string, Gauge> => kept
