/* SPDX-License-Identifier: MIT */
/* notify.h: tells a service manager how far we are, by the datagram protocol of sd_notify(3).
 * Nothing happens where NOTIFY_SOCKET is not set. */
#ifndef NIMSUM_SYSTEM_NOTIFY_H
#define NIMSUM_SYSTEM_NOTIFY_H

#include <stdint.h>

/* Requests are answered from now on. */
void notify_ready(void);

/* We are about to end, which may take this many seconds. */
void notify_stopping(uint64_t seconds);

#endif
