/** Returns whether these fields are alike in two objects. None is as good as an empty text, null or false. */
export const haveSame = (fields: readonly string[], one: object, other: object) =>
  fields.every((field) => valueOf(one, field) === valueOf(other, field))

function valueOf(object: object, field: string) {
  const value = (object as Record<string, unknown>)[field]
  return typeof value === 'string' ? value.trim() : value || ''
}
