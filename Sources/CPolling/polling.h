// epoll and timerfd, which the module Glibc does not have.
#pragma once

#include <sys/epoll.h>
#include <sys/timerfd.h>
