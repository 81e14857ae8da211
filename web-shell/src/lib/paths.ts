/** `/{worldName}/x` → `/:worldName/x`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')
