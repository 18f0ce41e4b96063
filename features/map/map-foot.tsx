import type { Basemap } from './style/basemap-style.ts'

type Props = {
  credits: Basemap['attribution']
  /** What of the list is on it, where that isn't all. */
  part?: string | false
  scale: { text: string; width: number } | null
}

/** How far things are apart, and whose map it is. */
export const MapFoot = ({ credits, part, scale }: Props) => (
  <div className="map-foot">
    {scale && (
      <p className="map-scale" style={{ inlineSize: scale.width }}>
        <span className="visually-hidden">Scale: </span>
        {scale.text}
      </p>
    )}
    <p className="map-credits">
      {part && <b>{part}</b>} Map:{' '}
      {credits.map(({ text, href }, at) => (
        <span key={text}>
          {at > 0 && ', '}
          {href ? (
            <a href={href} rel="noreferrer" target="_blank">
              {text}
            </a>
          ) : (
            text
          )}
        </span>
      ))}
    </p>
  </div>
)
