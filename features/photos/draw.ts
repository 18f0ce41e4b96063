export type Area = { x: number; y: number; width: number; height: number }

/** As large as a photo is kept; more would only take longer to send. */
const widest = 1600

/** The part of a picture that was chosen, turned, as a JPEG. `area` is in pixels of the turned picture. */
export async function drawJpeg(
  picture: HTMLImageElement,
  area: Area,
  degrees: number,
): Promise<Blob> {
  const scale = Math.min(1, widest / area.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser can’t draw.')
  const { naturalWidth: wide, naturalHeight: high } = picture
  const across = degrees % 180 === 0 ? [wide, high] : [high, wide]
  // What a PNG leaves see-through would come out black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.scale(scale, scale)
  pen.translate(across[0]! / 2 - area.x, across[1]! / 2 - area.y)
  pen.rotate((degrees * Math.PI) / 180)
  pen.drawImage(picture, -wide / 2, -high / 2)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The photo could not be drawn.'))),
      'image/jpeg',
      0.9,
    )
  })
}
