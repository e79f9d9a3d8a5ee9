#pragma once

// Impulses at all contacts of articulated figures within a step: collisions one after the other
// (contact/answer/collision.h), then all lasting contacts together by Gauss and Seidel's iteration
// over the exact answers of single contacts (contact/answer/cone_impulse.h), as forces along the
// joints carry each one's impulse to the others (seed 001, section 2.4.4: "the largest remaining
// negative relative normal acceleration" first, which may go on for ever; this one ends).

#include <vector>

#include "contact/answer/collision.h"
#include "contact/answer/cone_impulse.h"
#include "contact/answer/cone_newton.h"
#include "dynamics/inverse_inertia.h"

namespace gambol {

struct SolvedContact {
  int a = 0, b = -1;                            // bodies; b < 0: the ground
  Vec3 r_a = Vec3::Zero(), r_b = Vec3::Zero();  // W, m: the point from each body's origin
  Vec3 normal = Vec3::UnitZ();                  // W, unit, out of b into a
  double friction = 0;                          // coefficient
  double depth = 0;                             // m; < 0: the bodies are still apart
  Vec3 impulse = Vec3::Zero();                  // W, N*s on a: first guess, then the result
};

struct ContactRounds {
  int rounds = 0;
  double residual = 0;  // m/s: the largest change of a contact's velocity in the last round
};

class ContactSolver {
 public:
  // Forgets all bodies and contacts.
  void begin();
  // Adds the touching bodies of one figure; returns the first one's number. `response` holds these
  // bodies in the same order, and must outlive the calls below.
  int add_bodies(const InverseInertia& response, std::size_t count);
  // W, about the body's origin, angular part first, m/s: without the contacts' impulses; after the
  // calls below, with them.
  Vec6& velocity(int body) { return bodies_[body].velocity; }
  // By how much the velocity changes within the step without impulses. See collide().
  Vec6& gain(int body) { return bodies_[body].gain; }
  void add(const SolvedContact& contact);
  std::vector<SolvedContact>& contacts() { return contacts_; }

  // Collisions of contacts that touch within a step of h (s) and approach faster than
  // `bounce_speed`, the fastest first, until none does or `most` were computed: one at the middle
  // of all contacts of its two bodies that face the same way, so that a box that lands flat is not
  // turned by a corner. Friction is each contact's own. Returns how many.
  //
  // Bodies collide with the velocities of the step's middle: they meet in its middle on the mean.
  // A ball that bounces elastically in steps then keeps its energy for ever; with the velocities of
  // the end each bounce would add g h |v|, as the work of gravity in the step counts, but not yet
  // the height that it costs.
  int collide(const CollisionLaw& law, double bounce_speed, double h, int most);
  // After this no contact's bodies, over a step of h (s), come closer than they are, or come to
  // overlap if they are apart. Ends when a round changes no contact's velocity by more than
  // `tolerance` (m/s), or after `most_rounds`. Rounds that settle slowly are helped by Newton's
  // method for all contacts together (contact/answer/cone_newton.h).
  ContactRounds hold(double h, double tolerance, int most_rounds);
  // Displacements that move overlapping bodies apart: the share `share` of what they overlap by
  // more than `slop` (m). They are impulses for `pushes` as if each displacement were a velocity.
  // Returns whether there are any.
  bool separate(double slop, double share, int most_rounds);

  // The sum of all impulses on a body in W, moment about Bo first.
  Vec6 impulse_on(int body) const;
  // The same of separate().
  Vec6 push_on(int body) const;

 private:
  struct Figure {
    const InverseInertia* response;
    int first = 0, count = 0;
  };
  struct Touched {
    Vec6 velocity = Vec6::Zero();
    Vec6 gain = Vec6::Zero();
    Vec6 shift = Vec6::Zero();  // of separate()
    int figure = 0;
  };
  // A contact prepared for the iteration.
  struct Row {
    Mat3 axes;                             // rows: two along the surface, the normal; W
    Eigen::Matrix<double, 3, 6> J_a, J_b;  // velocity of the point, in `axes`
    PointAnswer at;
    std::size_t first = 0;        // of the answers of the bodies of a's figure, then b's
    Vec3 impulse = Vec3::Zero();  // in `axes`
    double pushed = 0;            // of separate()
  };
  using Answer = Eigen::Matrix<double, 6, 3>;

  void prepare();
  void add_answers(const SolvedContact& c, Row& row, int figure);
  // Calls visit(body, answer of its velocity to the contact's impulse).
  template <class Visit>
  void each_answer(const SolvedContact& c, const Row& row, const Visit& visit);
  Mat3 coupling(std::size_t i, std::size_t j);
  bool collides(std::size_t i, double speed, double h) const;
  void collide_with(std::size_t fastest, CollisionLaw law, double bounce_speed, double h);
  Vec3 velocity_at(const SolvedContact& c, const Row& row) const;
  Vec3 middle_velocity_at(const SolvedContact& c, const Row& row) const;
  void push(const SolvedContact& c, Row& row, const Vec3& impulse);
  Vec3 allowed_velocity_at(const SolvedContact& c, const Row& row, double h) const;
  void improve(double h, double tolerance);
  double hold_one(const SolvedContact& c, Row& row, double h);
  double part_one(const SolvedContact& c, Row& row, double slop, double share);

  std::vector<Figure> figures_;
  std::vector<Touched> bodies_;
  std::vector<SolvedContact> contacts_;
  std::vector<Row> rows_;
  std::vector<Answer> answers_;
  std::vector<std::size_t> together_;  // scratch
  ConeNewton newton_;
  bool prepared_ = false;
};

}  // namespace gambol
