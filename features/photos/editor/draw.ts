import type { CropRegion } from '../contract.ts'

export type Area = { x: number; y: number; width: number; height: number }

/** Longest side of the stored original, in px. A larger picture would only take longer to send. */
const longest = 2560

/**
 * Longest side of a photo that is kept to be sent later, in px, unless the part that is shown needs more. It is smaller
 * because such a photo is often sent over a slow network.
 */
const longestWaiting = 1600
/** Width of the largest picture that the site shows. */
const widestShown = 1280

/** Draws a reduced picture that still has all the pixels that the site needs to show the chosen part of it. */
export const drawSmallJpeg = (picture: HTMLImageElement, { width, degrees }: CropRegion) => {
  const { naturalWidth: wide, naturalHeight: high } = picture
  const across = degrees % 180 === 0 ? wide : high
  const needed = (widestShown / width / across) * Math.max(wide, high)
  return drawJpeg(picture, Math.min(longest, Math.max(longestWaiting, Math.ceil(needed))))
}

/** Draws the whole picture upright as a JPEG, so that no metadata from the camera leaves the device. */
export async function drawJpeg(picture: HTMLImageElement, limit = longest): Promise<Blob> {
  const { naturalWidth: wide, naturalHeight: high } = picture
  const scale = Math.min(1, limit / Math.max(wide, high))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(wide * scale))
  canvas.height = Math.max(1, Math.round(high * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser can’t draw.')
  // Transparent parts of a PNG would otherwise become black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The photo could not be drawn.'))),
      'image/jpeg',
      0.88,
    )
  })
}

/** Converts `area`, in px of the turned picture, to a cut. */
export function toCropRegion(picture: HTMLImageElement, area: Area, degrees: number): CropRegion {
  const { naturalWidth: wide, naturalHeight: high } = picture
  const [across, down] = degrees % 180 === 0 ? [wide, high] : [high, wide]
  return {
    x: area.x / across,
    y: area.y / down,
    width: Math.min(1, area.width / across),
    height: Math.min(1, area.height / down),
    degrees: degrees as CropRegion['degrees'],
  }
}
