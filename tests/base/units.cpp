#include "base/units.h"

#include <gmock/gmock.h>

#include <numbers>
#include <stdexcept>

#include "base/prefixed_unit.h"

namespace gambol {
namespace {

double si(std::string_view text) { return parse_quantity(text).value; }
Dimension dimension(std::string_view text) { return parse_quantity(text).dimension; }

std::string complaint(std::string_view text) {
  try {
    parse_quantity(text);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

TEST(Units, ABareNumberIsSi) {
  EXPECT_EQ(si("3.5"), 3.5);
  EXPECT_EQ(si("-1e-3"), -1e-3);
  EXPECT_EQ(si("+.5"), 0.5);
  EXPECT_EQ(si(" 7 "), 7);
  EXPECT_FALSE(parse_quantity("3.5").has_unit);
}

TEST(Units, ALeadingZeroIsNotOctal) { EXPECT_EQ(si("010"), 10); }

TEST(Units, EveryUnitComesToSi) {
  EXPECT_DOUBLE_EQ(si("2.9 cm"), 0.029);
  EXPECT_EQ(si("50 ms"), 0.05);
  EXPECT_DOUBLE_EQ(si("1.6mm"), 0.0016);
  EXPECT_DOUBLE_EQ(si("3 um"), 3e-6);
  EXPECT_DOUBLE_EQ(si("2 km"), 2000);
  EXPECT_DOUBLE_EQ(si("15 mg"), 15e-6);
  EXPECT_DOUBLE_EQ(si("2 g"), 0.002);
  EXPECT_DOUBLE_EQ(si("1.5 min"), 90);
  EXPECT_DOUBLE_EQ(si("180 deg"), std::numbers::pi);
  EXPECT_DOUBLE_EQ(si("0.5 turn"), std::numbers::pi);
  EXPECT_DOUBLE_EQ(si("10 Hz"), 10);
  EXPECT_DOUBLE_EQ(si("4 mN"), 0.004);
  EXPECT_DOUBLE_EQ(si("7 us"), 7e-6);
  EXPECT_DOUBLE_EQ(si("7 ns"), 7e-9);
  EXPECT_EQ(si("1.5 h"), 5400);
  EXPECT_DOUBLE_EQ(si("36 km/h"), 10);
  EXPECT_EQ(si("4.3 kN"), 4300);
  EXPECT_EQ(si("2 kW"), 2000);
}

TEST(Units, OfLightCountWhatIsSeenOfIt) {
  EXPECT_DOUBLE_EQ(si("683 lm"), 1);
  EXPECT_EQ(dimension("1 lm"), dim::power);
  EXPECT_EQ(dimension("1 W"), dim::power);
  EXPECT_EQ(dimension("1 cd"), dimension("1 lm/sr"));
  EXPECT_EQ(dimension("1 lx"), dimension("1 lm/m2"));
  EXPECT_TRUE(dimension("1 cd").same_as(dimension("1 W/sr")));
  EXPECT_EQ(describe(dim::power), "a power (W)");
}

TEST(Units, ForcesAreShownWithThePrefixOfTheirSize) {
  EXPECT_EQ(force_text(4300), "4.3 kN");
  EXPECT_EQ(force_text(21), "21 N");
  EXPECT_EQ(force_text(0.005), "5 mN");
  EXPECT_EQ(force_text(0), "0 N");
  EXPECT_EQ(force_text(2e-8), "0.02 uN");
  const PrefixedUnit impulse = prefixed_unit("mN*s", 52'000);
  EXPECT_EQ(impulse.unit, "N*s");
  EXPECT_DOUBLE_EQ(impulse.factor, 1e-3);
  EXPECT_EQ(prefixed_unit("mm", 5e6).unit, "mm");
  EXPECT_EQ(prefixed_unit("mN", std::nan("")).unit, "mN");
}

TEST(Units, CombineByProductsQuotientsAndExponents) {
  EXPECT_EQ(si("1 g/cm3"), 1000);
  EXPECT_EQ(dimension("1 g/cm^3"), dim::density);
  EXPECT_EQ(dimension("1 N*m/kg"), dim::torque_per_mass);
  EXPECT_EQ(dimension("1 kg*m2/s2"), dim::torque);
  EXPECT_EQ(dimension("1 m*s^-2"), dim::acceleration);
  EXPECT_EQ(dimension("1 N * s / m"), dim::force_per_speed);
  EXPECT_EQ(dimension("6 /rad"), dim::per_angle);
  EXPECT_NEAR(si("90 deg/s"), std::numbers::pi / 2, 1e-15);
}

TEST(Units, AFractionIsANumberAndMayHaveAUnit) {
  EXPECT_EQ(si("1/20"), 0.05);
  EXPECT_EQ(si("1 / 4"), 0.25);
  EXPECT_EQ(si("1/24 s"), 1.0 / 24);
  EXPECT_EQ(dimension("1/24 s"), dim::time);
  EXPECT_EQ(dimension("1/s"), dim::frequency);
}

TEST(Units, AnglesCountOnlyWhereThereIsNeitherLengthNorMass) {
  EXPECT_TRUE(dimension("1 N*m*s/rad").same_as(dim::torque_time));
  EXPECT_FALSE(dimension("1 deg").same_as(dim::ratio));
  EXPECT_FALSE(dimension("1 deg/s").same_as(dim::frequency));
}

TEST(Units, NonsenseIsRefused) {
  for (const char* text :
       {"",       " ",    "cm",   "-",     "1,5 cm", "0x10",  "1_000", "1e999", "1/0",
        "inf",    "nan",  "1 m/", "1 m*",  "1 m^",   "1 m^x", "1 m10", "1 m0",  "1 m m",
        "3 inch", "1..2", "1 2",  "1 (m)", "--1",    "1e",    "1 µm"})
    EXPECT_NE(complaint(text), "") << '"' << text << '"';
}

TEST(Units, NonsenseIsNamed) {
  for (const auto& [text, why] : {std::pair("fast", "a number, with or without a unit"),
                                  std::pair("1,5 cm", "a number with a decimal point, not a comma"),
                                  std::pair("0x10", "a plain decimal number"),
                                  std::pair("1e999", "a number that fits into a double"),
                                  std::pair("1 m^x", "a whole number after `^`"),
                                  std::pair("1 m10", "an exponent from 1 to 9"),
                                  std::pair("1 m/", "a unit such as cm, ms, deg or N*m"),
                                  std::pair("1 m m", "units joined by `*` or `/`, such as N*m/kg"),
                                  std::pair("1 furlong", "a known unit instead of \"furlong\": ")})
    EXPECT_THAT(complaint(text), testing::HasSubstr(why)) << text;
}

TEST(Units, DimensionsSayTheirNameAndUnit) {
  EXPECT_EQ(describe(dim::length), "a length (m)");
  EXPECT_EQ(describe(dim::angle), "an angle (rad)");
  EXPECT_EQ(describe(dim::ratio), "a number");
  EXPECT_EQ(describe(dim::torque_per_mass), "a torque per mass (N*m/kg)");
  EXPECT_EQ(dim::density.unit(), "kg/m3");
  EXPECT_EQ(describe(Dimension{3, 1, 0, 0}), "a quantity in kg*m3");
}

// What a dimension prints as its unit reads back as that dimension.
TEST(Units, UnitsReadBack) {
  for (const Dimension& d :
       {dim::angle, dim::length, dim::time, dim::mass, dim::density, dim::frequency, dim::speed,
        dim::acceleration, dim::angular_speed, dim::per_length, dim::per_angle, dim::force,
        dim::torque, dim::force_per_length, dim::force_per_speed, dim::torque_per_mass,
        dim::torque_time, dim::torque_time_per_mass, Dimension{-2, -1, 3, 1}})
    EXPECT_TRUE(dimension(d.unit()[0] == '1' ? d.unit() : "1 " + d.unit()).same_as(d)) << d.unit();
}

}  // namespace
}  // namespace gambol
