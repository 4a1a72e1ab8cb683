// epoll, timerfd and mallinfo2, which the module Glibc does not have.
#pragma once

#include <malloc.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
