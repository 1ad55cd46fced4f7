/** What rings the workers: values have changed. */
export const paramBell = 'param'
