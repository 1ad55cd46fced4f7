declare module 'virtual:map-base' {
  /** Where the map's outlines are, see vite.map.ts. */
  const address: string
  export default address
}
