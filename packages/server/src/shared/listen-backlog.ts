/**
 * Connections that the system keeps until the process accepts them; the system may set a lower limit (Linux:
 * net.core.somaxconn, 4,096). With the default of Node.js, 511, most of ten thousand stations that connect at the same time
 * are ignored, and repeat their request after 1, 3, 7 and more seconds.
 */
export const listenBacklog = 4_096
