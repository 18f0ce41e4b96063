import sheet from './map.css?url'

let coming: Promise<void> | undefined

/** Loads the map's style sheet, which pages without a map don't need. */
export function loadMapStyleSheet(): Promise<void> {
  coming ??= new Promise((done, failed) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = sheet
    link.addEventListener('load', () => done())
    link.addEventListener('error', () => {
      coming = undefined
      link.remove()
      failed(new Error('The map’s sheet could not be loaded.'))
    })
    document.head.append(link)
  })
  return coming
}
