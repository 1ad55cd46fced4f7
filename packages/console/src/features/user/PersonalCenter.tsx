export function PersonalCenter() {
  return null
}
