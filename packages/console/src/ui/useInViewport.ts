/** Whether a part is in sight of its reader. */
export { useInViewport } from '@mantine/hooks'
