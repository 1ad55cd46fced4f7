/** The UI library's menu, in a chunk of its own: see `Menu.tsx`. */
export { Menu as menuParts } from '@mantine/core'
