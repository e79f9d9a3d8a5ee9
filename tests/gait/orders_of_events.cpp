// How many gaits k legs have (seed 000, Eq. 1, after McGhee): the orders in which they lift and
// come down in a cycle, counted one by one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "gait/gait_spec.h"

namespace gambol {
namespace {

// Events of k legs: 2 i, leg i comes down; 2 i + 1, it lifts.
using Order = std::vector<int>;

// A cycle has no first event: two orders are one if turning one makes the other. So leg 0 comes
// down first.
Order turned(Order order) {
  std::rotate(order.begin(), std::find(order.begin(), order.end(), 0), order.end());
  return order;
}

std::set<Order> all_orders(int legs) {
  Order order(static_cast<std::size_t>(2 * legs));
  std::iota(order.begin(), order.end(), 0);
  std::set<Order> all;
  do all.insert(turned(order));
  while (std::next_permutation(order.begin(), order.end()));
  return all;
}

// Whether no leg comes down and lifts while another is down all the time.
bool feet_lift_as_they_came_down(const Order& order) {
  const int events = static_cast<int>(order.size());
  std::vector<int> place(order.size());
  for (int i = 0; i < events; ++i) place[static_cast<std::size_t>(order[i])] = i;
  const auto from_to = [&](int a, int b) {
    return (place[static_cast<std::size_t>(b)] - place[static_cast<std::size_t>(a)] + events) %
           events;
  };
  for (int outer = 0; outer < events; outer += 2)
    for (int inner = 0; inner < events; inner += 2)
      if (inner != outer &&
          from_to(outer, inner) + from_to(inner, inner + 1) < from_to(outer, outer + 1))
        return false;
  return true;
}

// The order of events of a gait by Eq. 9 of seed 004, whose legs share a duty factor.
Order order_of(const std::vector<double>& phases, double duty_factor) {
  constexpr int instants = 512;
  Order order;
  const auto down = [&](std::size_t leg, int i) {
    return leg_state(phases[leg], (i + 0.5) / instants) < duty_factor;
  };
  for (int i = 0; i < instants; ++i)
    for (std::size_t leg = 0; leg < phases.size(); ++leg)
      if (down(leg, i) != down(leg, i + instants - 1))
        order.push_back(static_cast<int>(2 * leg) + (down(leg, i) ? 0 : 1));
  return turned(order);
}

// Of all gaits whose phases are multiples of a part of the cycle, and whose duty factor is an odd
// multiple of half a part, so that no leg lifts as another comes down. Legs that come down at once
// have no order. `pairs`: each leg has another one half a cycle later.
std::set<Order> orders_of_equal_stances(std::size_t legs, int parts, bool pairs = false) {
  std::set<Order> all;
  std::vector<int> phase(legs, 0);  // of leg 0 always 0
  const auto next = [&] {
    for (std::size_t leg = 1; leg < legs; ++leg) {
      if (++phase[leg] < parts) return true;
      phase[leg] = 0;
    }
    return false;
  };
  do {
    std::vector<double> phases;
    std::set<int> different;
    for (int late : pairs ? std::vector{0, parts / 2} : std::vector{0})
      for (int p : phase) {
        different.insert((p + late) % parts);
        phases.push_back(static_cast<double>((p + late) % parts) / parts);
      }
    if (different.size() < phases.size()) continue;
    for (int half = 1; half < 2 * parts; half += 2)
      all.insert(order_of(phases, half / (2.0 * parts)));
  } while (next());
  return all;
}

TEST(OrdersOfEvents, OfKLegsAreTheFactorialOf2KLess1) {
  EXPECT_EQ(all_orders(1).size(), 1u);
  EXPECT_EQ(all_orders(2).size(), 6u);     // 3!
  EXPECT_EQ(all_orders(3).size(), 120u);   // 5!
  EXPECT_EQ(all_orders(4).size(), 5040u);  // 7!, as seed 000 says
}

TEST(OrdersOfEvents, AreElevenFactorialOfSixLegs) {
  // Leg by leg: the events of one more leg go anywhere into those of the others, on a cycle.
  long orders = 1;
  for (long legs = 1; legs < 6; ++legs) {
    const long events = 2 * legs;
    orders *= events * (events + 1);
    if (legs < 4) {
      EXPECT_EQ(orders, static_cast<long>(all_orders(static_cast<int>(legs) + 1).size()));
    }
  }
  EXPECT_EQ(orders, 39916800);  // not 3,916,800, as seed 000 prints
}

TEST(OrdersOfEvents, OfFourLegsThatLiftAsTheyCameDownAre492) {
  const auto count = [](int legs) {
    const auto all = all_orders(legs);
    return std::count_if(all.begin(), all.end(), feet_lift_as_they_came_down);
  };
  EXPECT_EQ(count(1), 1);
  EXPECT_EQ(count(2), 4);
  EXPECT_EQ(count(3), 36);
  EXPECT_EQ(count(4), 492);
}

TEST(OrdersOfEvents, OfEqualStancesAre4OfTwoLegsAnd480OfFour) {
  EXPECT_EQ(orders_of_equal_stances(2, 6).size(), 4u);
  EXPECT_EQ(orders_of_equal_stances(3, 6).size(), 36u);
  const auto four = orders_of_equal_stances(4, 9);
  EXPECT_EQ(four.size(), 480u);
  EXPECT_TRUE(std::all_of(four.begin(), four.end(), feet_lift_as_they_came_down));
}

TEST(OrdersOfEvents, OfEqualStancesWithPairsHalfACycleApartAre288OfSixLegs) {
  EXPECT_EQ(orders_of_equal_stances(1, 12, true).size(), 2u);
  EXPECT_EQ(orders_of_equal_stances(2, 12, true).size(), 16u);
  EXPECT_EQ(orders_of_equal_stances(3, 12, true).size(), 288u);
}

}  // namespace
}  // namespace gambol
